import { OperatingError } from '../../errors.js';

export function unknownPath(): OperatingError {
  return new OperatingError('NOT_FOUND', 'There is nothing at this path. /docs lists all paths.', {
    details: { reason: 'unknown_path' },
  });
}
