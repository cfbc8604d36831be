import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MapView, ZoomButtons } from './map/map-view.js';
import { isCut, kept, loadKept } from './offline/kept-data.js';
import { KeyCard, OfferedKey } from './panels/key-card.js';
import { OfflineCard } from './panels/offline-card.js';
import { RoutePanel } from './panels/route-panel.js';
import { SearchPanel } from './panels/search-panel.js';
import { SheetTop } from './panels/sheet-top.js';
import { hasTopLine, TopLine } from './panels/top-line.js';
import { Choices } from '../shared/choices.js';
import { Notice } from './parts/notice.js';
import { followLink } from './state/open-link.js';
import { about, choosePlace, loadFacts, panel, roadCount, showRoads, tiles } from './state/page-state.js';
import { isDeveloper, switchDeveloper } from './state/developer.js';
import { asksWithoutKey, canAsk, forgetKey, key, maskedKey, offeredKey } from './state/key.js';
import { locationProblem } from './state/location.js';
import { driverPlan } from './state/plan.js';
import { followPanel, hasFinger, height, isSheet } from './state/sheet.js';
import { chooseLanguage, language, LANGUAGES } from '../shared/language.js';
import { Logo } from '../shared/logo.js';
import { date } from './text/format.js';
import { t } from './text/texts.js';

export function App() {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    followLink();
    void loadKept().finally(() => void loadFacts());
    return followPanel(main.current!);
  }, []);
  const isKnown = about.value !== undefined;
  const hasAnswer = isSheet.value && hasTopLine();
  return (
    <>
      <main class={isSheet.value ? `panel sheet sheet-${height.value}` : 'panel'} ref={main}>
        <SheetTop>{hasAnswer ? <TopLine /> : <Head />}</SheetTop>
        <div class="panel-body" onFocusIn={makeRoom}>
          <Notices />
          {offeredKey.value !== null && <OfferedKey />}
          <Body />
          <OfflineCard />
          {hasAnswer && <Head />}
          {isSheet.value && <Foot />}
        </div>
        {!isSheet.value && <Foot />}
      </main>
      <section aria-label={t().map.area}>
        <MapView isKnown={isKnown} />
        <ZoomButtons />
        <p class="attribution">
          {about.value?.attribution.map((text) => (
            <span key={text}>{text} · </span>
          ))}
          <a href="/copyright">{t().map.license}</a>
        </p>
      </section>
    </>
  );
}

/** A driver's plan needs no key. Its code is loaded when a link with a plan is opened. */
function Body() {
  const [Panel, setPanel] = useState<ComponentType | null>(null);
  const isOpen = driverPlan.value !== '';
  useEffect(() => {
    if (isOpen) void import('./panels/later-panels.js').then((own) => setPanel(() => own.DriverPanel));
  }, [isOpen]);
  if (isOpen) return Panel && <Panel />;
  return canAsk.value ? <Tabs /> : <KeyCard />;
}

/**
 * A phone's keyboard covers the lower half of the screen. When the user touches the search box, the previous
 * place's card closes, because it would cover the results.
 */
function makeRoom({ target }: FocusEvent): void {
  if (!isSheet.peek() || !(target instanceof HTMLInputElement) || target.type !== 'text') return;
  if (hasFinger() && target.closest('.box-large') !== null) choosePlace(null);
  height.value = 'full';
}

function Head() {
  return (
    <header class="head">
      <h1>
        <Logo />
        gazarch
      </h1>
      <p class="tagline">{t().tagline}</p>
      <Choices
        legend={t().language}
        value={language.value}
        choices={LANGUAGES.map((value) => ({ value, text: value.toUpperCase() === 'MN' ? 'МН' : 'EN' }))}
        onChoose={chooseLanguage}
      />
    </header>
  );
}

function Notices() {
  const texts = t();
  if (about.value === null) return <Notice kind="bad">{texts.noAnswer}</Notice>;
  return (
    <>
      {isCut.value && kept.value !== null && (
        <Notice kind="calm">{texts.offline.cut(date(kept.value.made_at))}</Notice>
      )}
      {locationProblem.value !== null && <Notice kind="warn">{texts.location[locationProblem.value]}</Notice>}
      {about.value?.is_sample === true && (
        <Notice kind="warn" title={texts.sample.title}>
          <p>{texts.sample.text}</p>
          <p class="quiet">{texts.sample.todo}</p>
        </Notice>
      )}
      {about.value !== undefined && tiles.value === null && (
        <Notice kind="calm">
          <p>{texts.noTiles.text}</p>
          <p class="quiet">{texts.noTiles.todo}</p>
        </Notice>
      )}
    </>
  );
}

function Tabs() {
  const texts = t().tabs;
  return (
    <>
      <Choices
        kind="tabs"
        legend={texts.legend}
        value={panel.value}
        choices={[
          { value: 'search', text: texts.search },
          { value: 'route', text: texts.route },
        ]}
        onChoose={(value) => (panel.value = value)}
      />
      {/* Both panels stay mounted, so that typed text is kept. */}
      <div class="tab" hidden={panel.value !== 'search'}>
        <SearchPanel />
      </div>
      <div class="tab" hidden={panel.value !== 'route'}>
        <RoutePanel />
      </div>
    </>
  );
}

function Foot() {
  const texts = t();
  const count = roadCount.value;
  return (
    <footer class="foot">
      {count > 0 && (
        <p>
          <button type="button" class="link" onClick={showRoads}>
            {texts.roads.legend(count)}
          </button>
        </p>
      )}
      {key.value === '' && asksWithoutKey.value && (
        <p>
          {texts.key.without} ·{' '}
          <button type="button" class="link" onClick={() => (asksWithoutKey.value = false)}>
            {texts.key.own}
          </button>
        </p>
      )}
      {key.value !== '' && (
        <p>
          {texts.key.used(maskedKey(key.value))} ·{' '}
          <button type="button" class="link" onClick={() => forgetKey()}>
            {texts.key.change}
          </button>
        </p>
      )}
      <p>
        <a href="/docs">{texts.map.docs}</a> ·{' '}
        <button type="button" class="link" aria-pressed={isDeveloper.value} onClick={switchDeveloper}>
          {texts.developer}
        </button>
        {about.value !== null && about.value !== undefined && <span> · {about.value.version}</span>}
      </p>
    </footer>
  );
}
