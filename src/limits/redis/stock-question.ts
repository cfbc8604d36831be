import { spareFor } from './lease-size.js';
import type { SharedStock } from './shared-stock.js';

/** A question about one key. The numbers are the same as in `GrantQuestion`. */
export interface Question {
  stock: SharedStock;
  wanted: number;
  spare: number;
  untold: number;
  floor: number;
}

export function questionAbout(stock: SharedStock): Question {
  return { stock, wanted: 0, spare: 0, untold: 0, floor: 0 };
}

/** Completes a question with the state at the time of sending. */
export function prepare(question: Question, now_ms: number): void {
  const { stock, wanted } = question;
  if (wanted > 0 && !stock.isLeaseAsked) {
    const used = stock.given + wanted - stock.givenAtAsk;
    question.spare = spareFor({ limit: stock.limit, used, elapsed_ms: now_ms - stock.askedAt_ms });
    stock.isLeaseAsked = question.spare > 0;
    stock.askedAt_ms = now_ms;
    stock.givenAtAsk = stock.given + wanted;
  }
  question.untold = stock.untold;
  question.floor = stock.granted;
  stock.used += stock.untold;
  stock.untold = 0;
}
