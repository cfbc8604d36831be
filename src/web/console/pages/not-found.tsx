import { ButtonLink } from '../parts/button.js';
import { Empty } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { t } from '../text/texts.js';

export function NotFound() {
  const texts = t().notFound;
  return (
    <Page title={texts.title} narrow>
      <Empty title={texts.text}>
        <ButtonLink href="/">{texts.home}</ButtonLink>
      </Empty>
    </Page>
  );
}
