import type { FastifyError } from 'fastify';
import { explainPostgres } from '../../database/postgres/postgres-errors.js';
import { InputError } from '../../errors.js';
import { KeyFieldError } from '../../keys/key-field-error.js';
import type { Failure, FieldReason } from '../api/failure.js';
import { conflict, ConsoleError, FAILURE_STATUS, wrongField } from '../accounts/guards/console-error.js';

/** An error in the format that the contract defines. `isBug`: whether the error belongs in the log. */
export interface ReadFailure {
  status: number;
  body: Failure;
  isBug: boolean;
}

export function readFailure(error: unknown, requestId: string): ReadFailure {
  const known = meaningOf(error);
  const { code, message, field, reason, value, retry_after_s } = known;
  return {
    status: FAILURE_STATUS[code],
    isBug: code === 'internal' || code === 'unavailable',
    body: {
      error: {
        code,
        message,
        ...(field === undefined ? {} : { field }),
        ...(reason === undefined ? {} : { reason }),
        ...(value === undefined ? {} : { value }),
        ...(retry_after_s === undefined ? {} : { retry_after_s }),
      },
      request_id: requestId,
    },
  };
}

function meaningOf(error: unknown): ConsoleError {
  if (ConsoleError.is(error)) return error;
  if (KeyFieldError.is(error)) return keyMeaning(error);
  const { code, validation, statusCode } = error as Partial<FastifyError>;
  if (validation !== undefined) return fieldMeaning(validation[0]);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ConsoleError('too_large', 'The body of the request is too large.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ConsoleError('invalid_request', 'The request cannot be read.');
  // The only other InputErrors that can occur here come from the database.
  if (InputError.is(explainPostgres(error, 'of the console')))
    return new ConsoleError('unavailable', 'The database does not answer.', { reason: 'database' });
  return new ConsoleError('internal', "Something went wrong. The console's log has details.");
}

/** Maps the key store's reasons for an error to the names that the pages use. */
const KEY_REASONS: Readonly<Record<string, FieldReason>> = { above_project_limit: 'above_ceiling' };
const KEY_FIELDS: Readonly<Record<string, string>> = { grace: 'grace_s' };

function keyMeaning({ field, reason, message, value }: KeyFieldError): ConsoleError {
  if (reason === 'revoked' || reason === 'archived' || reason === 'changed_meanwhile')
    return conflict('key_ended', sentence(message));
  return new ConsoleError('invalid_request', sentence(message), {
    ...{ field: KEY_FIELDS[field] ?? field, reason: KEY_REASONS[reason] ?? reason, value },
  });
}

function sentence(message: string): string {
  return `${message[0].toUpperCase()}${message.slice(1)}.`;
}

const REASONS: Readonly<Record<string, FieldReason>> = {
  required: 'missing',
  minLength: 'missing',
  minItems: 'missing',
  maxLength: 'too_long',
  maxItems: 'too_many',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  additionalProperties: 'unknown',
};

function fieldMeaning({ keyword, instancePath, params }: FastifyValidation): ConsoleError {
  const named = params['missingProperty'] ?? params['additionalProperty'];
  const field = typeof named === 'string' ? named : (instancePath.split('/')[1] ?? 'body');
  const reason = REASONS[keyword] ?? 'bad_format';
  return wrongField(field || 'body', reason, `The field ${field || 'body'} is wrong: ${reason}.`);
}

type FastifyValidation = NonNullable<FastifyError['validation']>[number];
