import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { InputError } from '../../../errors.js';
import type { Only } from '../../settings/settings.js';

/**
 * Explains why the service cannot listen on its port, and what to do.
 * @param flag the port's flag, without dashes
 */
export function portError(cause: unknown, { host, port }: Only<'host' | 'port'>, flag = 'port'): InputError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason =
    code === 'EADDRINUSE'
      ? `another program listens there; choose another with --${flag}`
      : code === 'EACCES'
        ? `permission is denied; choose a port above 1023 with --${flag}`
        : message;
  return new InputError(`cannot listen on ${host}:${port}: ${reason}`, { cause });
}

/**
 * Listens on the port and accepts connections, which other processes then serve. This process reads nothing
 * from the connections.
 * @param take called with each connection; because clients may be retrying the port, the first connections
 * may arrive before this function resolves
 * @throws InputError as created by `portError`
 */
export async function openPort(
  settings: Only<'host' | 'port'>,
  take: (socket: Socket) => void,
): Promise<Server> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, take);
  server.listen({ host: settings.host, port: settings.port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw portError(cause, settings);
  }
  return server;
}

/** Returns a URL of the server that works on this machine. */
export function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = everywhere[address] ?? address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
