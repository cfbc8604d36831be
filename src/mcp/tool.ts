import { z } from 'zod';
import { GazarchError, type Gazarch } from '../client/client.js';
import { UnclearPlace } from './unclear-place.js';

/** Everything that a tool needs to answer. */
export interface Asked {
  client: Gazarch;
  /** The service's URL. */
  url: string;
  /** Returns a link to the map page with the given part after `#`; null if the service has no map page. */
  link: (hash: string) => Promise<string | null>;
  /** Formats a time in the map's time zone as `2026-11-29T20:15`. */
  localTime: (time_ms: number) => string;
}

interface ToolText {
  name: string;
  title: string;
  description: string;
}

/** Adds a tool to a server. */
export type AddTool = <Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  text: ToolText,
  input: Input,
  output: Output,
  ask: (asked: z.infer<z.ZodObject<Input>>) => Promise<object>,
) => void;

export interface ToolAnswer {
  [name: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export const LANGUAGE = z.enum(['mn', 'en']).default('en').describe('Language of names and sentences.');
export const MODE = z.enum(['driving', 'walking']).default('driving');
export const VEHICLE = z
  .string()
  .max(200)
  .optional()
  .describe(
    'The vehicle: the last digit of the plate, such as plate:6, or a name from `gazarch ' +
      'vehicles`, such as ten-ton; ' +
      'separate several with commas. Zones and roads closed to it are avoided. Omit it for any car.',
  );
export const DEPART_AT = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'write a local time as 2026-12-01T08:30, without a time zone')
  .optional()
  .describe(
    'Local departure time, such as 2026-12-01T08:30. Speeds, seasonal roads and zones apply as of this ' +
      'time. Left out: now.',
  );
export const AVOID = z
  .array(z.enum(['unpaved', 'ferry', 'ford', 'toll']))
  .default([])
  .describe('Kinds of roads to avoid where there is a reasonable way around.');
export const MAP_LINK = z
  .string()
  .nullable()
  .describe('Link that opens the result on the map, to share with people; null if the service has no map.');

/** A service that hangs must not hold up an assistant for longer than this. */
const DEADLINE_MS = 30_000;

export function deadline(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(DEADLINE_MS) };
}

/**
 * Returns the answer as an object and as JSON text. Errors are also returned as answers, so that the
 * assistant can read them.
 */
export async function answered(ask: () => Promise<object>): Promise<ToolAnswer> {
  try {
    const found = (await ask()) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found };
  } catch (error) {
    const { message } = error as Error;
    const more = GazarchError.is(error) ? { code: error.code, ...error.details } : moreOf(error);
    return {
      content: [{ type: 'text', text: JSON.stringify({ error: { message, ...more } }) }],
      isError: true,
    };
  }
}

function moreOf(error: unknown): object {
  return UnclearPlace.is(error) && error.candidates.length > 0 ? { candidates: error.candidates } : {};
}
