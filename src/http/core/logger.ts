/** For failures of sources, and bugs, that an operator has to know. pino fits. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
