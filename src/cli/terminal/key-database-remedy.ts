/** What to do when `--database-must-exist` is set and there is no key database, or one without tables. */
export const DATABASE_REMEDY =
  'mount its volume or put a backup there, or make a new one with ' +
  '`gazarch keys create --no-database-must-exist`';
