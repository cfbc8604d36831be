/** The logo: a compass needle, because the name means guide. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="logo-ground" width="32" height="32" rx="8" />
      <path class="logo-needle" d="M16 5.5 22.5 25 16 21.2 9.5 25Z" />
      <path class="logo-shade" d="M16 5.5V21.2L9.5 25Z" />
    </svg>
  );
}
