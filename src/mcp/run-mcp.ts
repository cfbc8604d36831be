import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Gazarch } from '../client/client.js';
import { mcpServer } from './tools.js';

export interface McpOptions {
  /** The service that answers, and a key for it. */
  url: string;
  key: string;
  version: string;
  onError: (error: Error) => void;
}

/** Answers an assistant on standard input and output. Resolves when it has gone. */
export async function runMcp({ url, key, version, onError }: McpOptions): Promise<void> {
  const client = new Gazarch({ url, key });
  const handle = serveStdio(() => mcpServer(client, { url, version }), { onerror: onError });
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await handle.close();
}
