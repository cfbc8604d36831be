import { OperatingError } from '../errors.js';
import type { Geocoder, SourceState } from './geocoder.js';
import type { Router } from './router.js';

/**
 * These classes replace the sources that a deployment configures as `none`. These classes answer every
 * request with 503, and the readiness check reports that they are not configured.
 */

export class NoRouter implements Router {
  route(): never {
    throw absent('Routes are not configured in this deployment.');
  }

  matrix(): never {
    return this.route();
  }

  isochrone(): never {
    return this.route();
  }

  nearest(): never {
    return this.route();
  }

  match(): never {
    return this.route();
  }

  trip(): never {
    return this.route();
  }

  state(): SourceState {
    return 'not_configured';
  }
}

export class NoGeocoder implements Geocoder {
  search(): never {
    throw absent('Geocoding is not configured in this deployment.');
  }

  reverse(): never {
    return this.search();
  }

  place(): never {
    return this.search();
  }

  state(): SourceState {
    return 'not_configured';
  }
}

function absent(message: string): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', message, { details: { reason: 'not_configured' } });
}
