import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import type { Organisation, Project, Role } from '../../console/api/project-data.js';
import { useAnswer } from './api/answers.js';
import { Brand } from './parts/brand.js';
import { OutLink } from './parts/button.js';
import { Menu } from './parts/menu.js';
import { Proof } from './parts/proof.js';
import { LanguageChoice, ThemeChoice } from './parts/preferences.js';
import { mayManage } from './state/roles.js';
import { account, session, signOut } from './state/session.js';
import { t } from './text/texts.js';

interface Tab {
  href: string;
  text: string;
}

/** The frame around every page after sign-in: the current location, the navigation, the account. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const organisations = useAnswer('GET /api/organisations', {}).answer ?? [];
  const tabs = tabsOf(path, organisations);
  const nav = useRef<HTMLElement>(null);
  // On a phone, the tabs may be wider than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t().common.skip}
      </a>
      <header class="top">
        <div class="top-row">
          <Brand />
          <nav class="crumb" aria-label={t().nav.mainNavigation}>
            <Where path={path} />
          </nav>
          <div class="top-side">
            <MapLink look="map-link wide" />
            <Person />
          </div>
        </div>
        {tabs.length > 0 && (
          <nav ref={nav} class="tabs" aria-label={t().nav.pageNavigation}>
            {tabs.map(({ href, text }) => (
              <a key={href} href={href} aria-current={isAt(path, href) ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
        )}
      </header>
      {children}
      <Proof />
    </>
  );
}

/** Moves the focus without changing the URL, which the pages control. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

function isAt(path: string, href: string): boolean {
  return path === href || (href !== '/operator' && path.startsWith(`${href}/`));
}

function tabsOf(path: string, organisations: readonly Organisation[]): Tab[] {
  const texts = t().nav;
  const [, kind, id] = path.split('/');
  const tabs = (base: string, names: readonly (readonly [string, string])[]): Tab[] =>
    names.map(([name, text]) => ({ href: name === '' ? base : `${base}/${name}`, text }));
  if (kind === 'projects' && id !== undefined)
    return tabs(`/projects/${id}`, [
      ['keys', texts.keys],
      ['usage', texts.usage],
      ['errors', texts.errors],
      ['try', texts.try],
      ['settings', texts.settings],
    ]);
  if (kind === 'organisations' && id !== undefined && id !== 'new')
    return [
      { href: '/', text: texts.projects },
      ...tabs(`/organisations/${id}`, [
        ['members', texts.members],
        ...(mayManage(roleIn(organisations, id)) ? [['log', texts.log] as const] : []),
        ['settings', texts.settings],
      ]),
    ];
  if (kind === 'operator')
    return tabs('/operator', [
      ['', texts.service],
      ['closures', t().closures.title],
      ['zones', t().zones.title],
      ['places', t().places.title],
      ['reports', t().reports.title],
      ['projects', texts.projects],
      ['busiest', texts.busiest],
      ['unfound', t().operator.unfound],
      ['people', texts.people],
      ['settings', texts.settings],
      ['log', texts.log],
    ]);
  return [];
}

function roleIn(organisations: readonly Organisation[], id: string): Role | null {
  return organisations.find((organisation) => organisation.id === id)?.role ?? null;
}

function Where({ path }: { path: string }) {
  const [, kind, id] = path.split('/');
  const projects = useAnswer('GET /api/projects', {}).answer ?? [];
  if (kind === 'projects' && id !== undefined)
    return <ProjectCrumb id={decodeURIComponent(id)} projects={projects} />;
  if (kind === 'organisations' && id !== undefined && id !== 'new') return <OrganisationCrumb id={id} />;
  if (kind === 'operator') return <Crumb text={t().nav.operator} />;
  return null;
}

function Crumb({ text }: { text: string }) {
  return (
    <>
      <Slash />
      <span class="clip">{text}</span>
    </>
  );
}

function Slash() {
  return (
    <span class="crumb-slash" aria-hidden="true">
      /
    </span>
  );
}

function OrganisationCrumb({ id }: { id: string }) {
  const { answer } = useAnswer('GET /api/organisations/:organisation', { path: { organisation: id } });
  return <Crumb text={answer?.name ?? '…'} />;
}

/** Shows the current project, and links to the others. */
function ProjectCrumb({ id, projects }: { id: string; projects: readonly Project[] }) {
  const { answer } = useAnswer('GET /api/projects/:project', { path: { project: id } });
  const groups = Map.groupBy(
    projects,
    ({ organisation }) => organisation?.name ?? t().projects.noOrganisation,
  );
  return (
    <>
      <Slash />
      <Menu
        fromLeft
        label={`${answer?.name ?? ''} – ${t().nav.chooseProject}`}
        button={<span class="clip">{answer?.name ?? '…'}</span>}
      >
        {[...groups].map(([organisation, group]) => (
          <div key={organisation}>
            <div class="part">{organisation}</div>
            {group.map((project) => (
              <a
                key={project.id}
                href={`/projects/${project.id}/keys`}
                aria-current={project.id === id ? 'page' : undefined}
              >
                {project.name}
              </a>
            ))}
          </div>
        ))}
        <hr />
        <a href="/">{t().nav.allProjects}</a>
      </Menu>
    </>
  );
}

/**
 * Links to the service's map page, if it has one. On a phone the link is in the menu, because names need the
 * space.
 */
function MapLink({ look }: { look: string }) {
  const address = session.value?.map_url ?? null;
  if (address === null) return null;
  return <OutLink look={look} href={address} text={t().nav.map} />;
}

function Person() {
  const texts = t().nav;
  const { route } = useLocation();
  const who = account.value;
  if (who === null) return null;
  const leave = async (): Promise<void> => {
    await signOut();
    route('/');
  };
  return (
    <Menu label={`${texts.account}: ${who.name}`} button={<span class="clip person">{who.name}</span>}>
      <div class="part clip">{who.email}</div>
      <a href="/account">{texts.account}</a>
      <a href="/">{texts.projects}</a>
      {who.is_operator && <a href="/operator">{texts.operator}</a>}
      <MapLink look="slim-only" />
      <OutLink href={`${session.value?.api_url ?? ''}/docs`} text={texts.docs} />
      <hr />
      <div class="menu-choice">
        <LanguageChoice />
      </div>
      <div class="menu-choice">
        <ThemeChoice />
      </div>
      <hr />
      <button type="button" onClick={() => void leave()}>
        {texts.signOut}
      </button>
    </Menu>
  );
}
