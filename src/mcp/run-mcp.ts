import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Gazarch } from '../client/client.js';
import { mcpServer } from './tools.js';

export interface McpOptions {
  /** The URL of the service that answers, and a key for the service. */
  url: string;
  key: string;
  version: string;
  /** The map's time zone, which all times in answers use. */
  timeZone: string;
  hasLinks: boolean;
  onError: (error: Error) => void;
}

/** Serves an assistant over standard input and output. Resolves when the assistant disconnects. */
export async function runMcp({ key, onError, ...server }: McpOptions): Promise<void> {
  const client = new Gazarch({ url: server.url, key });
  const handle = serveStdio(() => mcpServer(client, server), { onerror: onError });
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await handle.close();
}
