import { Logo } from '../../shared/logo.js';

/** Links to the home page. */
export function Brand() {
  return (
    <a class="brand" href="/" aria-label="gazarch">
      <Logo />
      <span class="brand-name">gazarch</span>
    </a>
  );
}
