/** For what an operator has to know: failures of sources, and bugs. pino fits. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
