/** The process of the load generator. load-generator.ts starts it. */
import { runLoad } from './http-load.js';
import type { Order, Report } from './load-generator.js';
import { runOpenLoad } from './open-load.js';
import { RequestList } from './request-list.js';

const lists = new Map<string, RequestList>();

process.on('message', (order: Order) => {
  carryOut(order).then(
    (result) => process.send!({ result } satisfies Report),
    (error: unknown) => process.send!({ error: String(error) } satisfies Report),
  );
});
process.on('disconnect', () => process.exit(0));

async function carryOut(order: Order): Promise<Extract<Report, { result: unknown }>['result']> {
  if ('closed' in order) return runLoad(lists.get(order.closed)!, order.load);
  if ('open' in order) return runOpenLoad(lists.get(order.open)!, order.load);
  lists.set(order.keep, new RequestList(order.bytes, order.ends));
  return null;
}
