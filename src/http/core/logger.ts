/** Logs source failures and bugs that an operator needs to know about. A pino logger can be passed here. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
