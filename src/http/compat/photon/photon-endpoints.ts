import type { FoundPlace } from '../../../sources/geocoder.js';
import { textOfSearch } from '../../geocode/geocode-endpoint.js';
import { afterSource, type SourceStep } from '../../core/answer.js';
import type { Dialect } from '../../core/request/dialect.js';
import type { Endpoint } from '../../core/endpoint.js';
import { compatEndpoint } from '../compat-endpoint.js';
import { prepareCountryCodes } from '../country-code.js';
import { checkedPlaces, distanceOf, findAround, findPlaces } from '../find-places.js';
import { areasOf, photonBody } from './photon-body.js';
import { readPhotonReverse, readPhotonSearch, type PhotonRequest } from './photon-parameters.js';

/** Formats errors the way Photon does. */
const PHOTON: Dialect = {
  errorText: ({ message }) => JSON.stringify({ message }),
};

const FIND: SourceStep<PhotonRequest, readonly FoundPlace[]> = {
  ask: ({ app, asker }, { asked }, signal) =>
    asked === null ? [] : findPlaces(app.geocoder, asked, signal, asker),
  then: (exchange, found, request) => {
    const places = checkedPlaces(found);
    const isFar = places.length > 0 && request.radius_m < Infinity && distanceOf(found) > request.radius_m;
    const near = isFar ? [] : places;
    exchange.noteFound(
      near.length,
      near.at(0)?.match === 'partial',
      textOfSearch(request.asked?.request ?? {}),
    );
    exchange.sendResult(photonBody(near, request));
  },
};

const REVERSE: SourceStep<PhotonRequest, readonly FoundPlace[]> = {
  ...FIND,
  ask: ({ app }, { asked, layers }, signal) =>
    findAround(app.geocoder, asked!, (place) => areasOf(place, layers), signal),
};

/** The Photon endpoints: https://github.com/komoot/photon. */
export function photonEndpoints(): Endpoint[] {
  prepareCountryCodes();
  return ['', '/'].flatMap((end) => [
    compatEndpoint({
      path: `/compat/photon/api${end}`,
      scope: 'geocode',
      dialect: PHOTON,
      read: readPhotonSearch,
      answer: (exchange, request) => afterSource(exchange, request, FIND),
    }),
    compatEndpoint({
      path: `/compat/photon/reverse${end}`,
      scope: 'geocode',
      dialect: PHOTON,
      read: readPhotonReverse,
      answer: (exchange, request) => afterSource(exchange, request, REVERSE),
    }),
  ]);
}
