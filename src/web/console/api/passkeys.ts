import type { WebAuthnJson } from '../../../console/api/account-data.js';

/**
 * Whether passkeys are available. Passkeys are not supported by old browsers, nor on pages that are opened by
 * IP address rather than by host name.
 */
export function hasPasskeys(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    /[a-z]/i.test(location.hostname)
  );
}

/** @returns null if the user or the browser declined */
export async function getPasskey(options: WebAuthnJson): Promise<WebAuthnJson | null> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    );
    return asJson(await navigator.credentials.get({ publicKey }));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** @returns null if the user or the browser declined */
export async function makePasskey(options: WebAuthnJson): Promise<WebAuthnJson | null> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
    return asJson(await navigator.credentials.create({ publicKey }));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function asJson(credential: Credential | null): WebAuthnJson | null {
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as WebAuthnJson) : null;
}
