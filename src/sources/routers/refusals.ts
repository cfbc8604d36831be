import { OperatingError } from '../../errors.js';

/** An engine has a limit of its own, below the one of the deployment. */
export function tooFar(): OperatingError {
  return new OperatingError(
    'INVALID_REQUEST',
    'destination is farther from origin than the data service behind the API allows.',
    { details: { field: 'destination', reason: 'too_far' } },
  );
}
