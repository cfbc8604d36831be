/** For source failures and bugs that an operator has to know about. pino fits. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
