import type { PostgresServer } from '../postgres.js';

/** As behind pgbouncer in transaction mode: a change of keys is made and nobody is told. */
export async function silence(server: PostgresServer, database: string): Promise<void> {
  await server.run(
    `create or replace function gazarch.raise_key_revision() returns trigger language plpgsql as $$ begin
      update gazarch.key_revision set revision = revision + 1;
      return null;
    end $$`,
    database,
  );
}
