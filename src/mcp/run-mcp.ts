import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Gazarch } from '../client/client.js';
import { mcpServer } from './tools.js';

export interface McpOptions {
  /** The address of the service that answers, with a key for it. */
  url: string;
  key: string;
  version: string;
  /** The time zone of the map, whose clock the answers use. */
  timeZone: string;
  hasLinks: boolean;
  onError: (error: Error) => void;
}

/** Answers an assistant on standard input and output. Resolves when the assistant has gone. */
export async function runMcp({ key, onError, ...server }: McpOptions): Promise<void> {
  const client = new Gazarch({ url: server.url, key });
  const handle = serveStdio(() => mcpServer(client, server), { onerror: onError });
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await handle.close();
}
