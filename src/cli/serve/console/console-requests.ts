import type { ConsoleOptions } from '../../../console/run-console.js';

/** Requests of the page to try: in the centre of Ulaanbaatar, which every dataset of Mongolia has. */
export const EXAMPLE_REQUESTS: ConsoleOptions['tryRequests'] = [
  {
    id: 'geocode.search',
    endpoint: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    query: { q: 'Сүхбаатарын талбай' },
  },
  {
    id: 'geocode.reverse',
    endpoint: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    query: { lat: '47.9189', lon: '106.9176' },
  },
  {
    id: 'route',
    endpoint: 'route',
    method: 'GET',
    path: '/v1/route',
    query: { origin: '106.9176,47.9188', destination: '106.8832,47.9065' },
  },
];
