import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../accounts/guards/console-error.js';

/** Names of files in `assets` have a hash of their content, so they never change. */
const YEAR_MS = 31_536_000_000;

/**
 * The pages: one HTML file for every path that is neither the API's nor a file's, as the page itself knows
 * which one is meant.
 * @param folder with `index.html` and `assets`; when it is not there, there are no pages
 */
export async function addPages(app: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html');
  const page = existsSync(index) ? readFileSync(index) : null;
  if (page !== null)
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: YEAR_MS,
      preCompressed: true,
      index: false,
    });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0];
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets|v1)(\/|$)/.test(path);
    if (page === null || !isPage) throw notFound(isPage ? 'page' : 'request');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
