/** Explains API errors and their remedies, by error code and by `reason`. */
export const meaningsEn = {
  INVALID_REQUEST: {
    what: 'A parameter is missing or wrong.',
    todo:
      'Look at the field that is named, and at the reference of the endpoint. Do not send it again as it ' +
      'is.',
  },
  INVALID_API_KEY: {
    what: 'The request had no key, or one that does not exist.',
    todo:
      'Send the header “Authorization: Bearer geo_…” with a whole key. Rotated secrets end after their ' +
      'grace.',
  },
  API_KEY_REVOKED: {
    what: 'The key was revoked.',
    todo: 'Make a new key and put it into your app.',
  },
  ENDPOINT_NOT_ALLOWED: {
    what: 'The key may not call this endpoint.',
    todo: 'Make a key with this endpoint. What a key may ask is chosen when it is made.',
  },
  NOT_FOUND: {
    what: 'There is no result, or nothing at this path.',
    todo: 'Check the path and the points. Show your users that there is no way there.',
  },
  REQUEST_TIMEOUT: {
    what: 'The data did not come in time.',
    todo: 'Send the request again, after a second at first and then more slowly.',
  },
  RATE_LIMIT_EXCEEDED: {
    what: 'The key used up its requests of this minute.',
    todo:
      'Wait as the header Retry-After says. If it happens often, ask for a higher limit, or keep ' +
      'answers.',
  },
  INTERNAL_ERROR: {
    what: 'Something went wrong in the service.',
    todo: 'Tell the operator the request id.',
  },
  UPSTREAM_ERROR: {
    what: 'The data source behind the service failed.',
    todo: 'Send the request again later. If it lasts, tell the operator the request id.',
  },
  SERVICE_UNAVAILABLE: {
    what: 'The service was overloaded, starting, or loading data.',
    todo: 'Send the request again after a moment, as the header Retry-After says.',
  },
  expired: {
    what: 'The key has expired, or it is the old secret of a rotated key.',
    todo: 'Put the new secret into your app, or make a new key.',
  },
  origin_not_allowed: {
    what: 'The page that asked is not among the allowed web origins of the key.',
    todo: 'Add the origin of the page to the key, or use another key there.',
  },
  address_not_allowed: {
    what: 'The address that asked is not among the allowed addresses of the key.',
    todo: 'Add the address of your server to the key. Behind a proxy, look at which address it sends.',
  },
  monthly_quota: {
    what: 'The requests of this month are used up.',
    todo: 'Ask for a higher quota, or wait for the next month.',
  },
  origin_not_on_network: {
    what: 'There is no road near the start.',
    todo: 'Check that longitude comes first, and move the start nearer to a road.',
  },
  destination_not_on_network: {
    what: 'There is no road near the destination.',
    todo: 'Check that longitude comes first, and move the destination nearer to a road.',
  },
  no_path: {
    what: 'No way connects the two points.',
    todo: 'Try the other mode of travel, or tell your users that there is no way.',
  },
};
