export interface OpenOptions {
  /** Nothing is made: there must be a database that is not empty. */
  mustExist: boolean;
  /** What to do when there is none, for the message. */
  remedy?: string | undefined;
  /** Called with what the operator should know and nobody can mend here. */
  warn: (message: string) => void;
}
