import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf, type RequestFailed } from './api/ask.js';
import { Button } from './parts/button.js';
import { failureText } from './parts/failure.js';
import { Notice } from './parts/notice.js';
import { Toasts } from './parts/toasts.js';
import { AccountPage } from './pages/account.js';
import { Door } from './pages/door/door.js';
import { ForgotPage } from './pages/door/forgot.js';
import { InvitationPage } from './pages/door/invitation.js';
import { ResetPage } from './pages/door/reset.js';
import { SetupPage, WaitingForSetup } from './pages/door/setup.js';
import { SignInPage } from './pages/door/sign-in.js';
import { SignUpPage } from './pages/door/sign-up.js';
import { VerifyPage } from './pages/door/verify.js';
import { OperatorLogPage, OrganisationLogPage } from './pages/log.js';
import { NewEmailPage } from './pages/new-email.js';
import { NotFound } from './pages/not-found.js';
import { BusiestPage } from './pages/operator/busiest.js';
import { ReportsPage } from './pages/operator/reports.js';
import { UnfoundPage } from './pages/operator/unfound.js';
import { ClosuresPage } from './pages/operator/closures.js';
import { ZonesPage } from './pages/operator/zones.js';
import { OperatorProjectsPage } from './pages/operator/operator-projects.js';
import { OwnPlacesPage } from './pages/operator/own-places.js';
import { PeoplePage } from './pages/operator/people.js';
import { ServicePage } from './pages/operator/service.js';
import { SettingsInForcePage } from './pages/operator/settings-in-force.js';
import { MembersPage } from './pages/organisation/members.js';
import { OrganisationSettingsPage } from './pages/organisation/organisation-settings.js';
import { EditKeyPage } from './pages/project/edit-key.js';
import { ErrorsPage } from './pages/project/errors.js';
import { KeyPage } from './pages/project/key.js';
import { KeysPage } from './pages/project/keys.js';
import { NewKeyPage } from './pages/project/new-key.js';
import { ProjectSettingsPage } from './pages/project/project-settings.js';
import { TryPage } from './pages/project/try.js';
import { UsagePage } from './pages/project/usage.js';
import { NewOrganisationPage, NewProjectPage } from './pages/new-project.js';
import { ProjectsPage } from './pages/projects.js';
import { Shell } from './shell.js';
import { account, loadSession, session } from './state/session.js';
import { t } from './text/texts.js';

/** Paths that begin with `/api/` are not pages, so the browser follows such links itself. */
const PAGES = /^\/(?!api\/)/;

export function App() {
  return (
    <>
      <LocationProvider scope={PAGES}>
        <WithSession>
          <Pages />
        </WithSession>
      </LocationProvider>
      <Toasts />
    </>
  );
}

/** Shows nothing until the server has said who is signed in. */
function WithSession({ children }: { children: ComponentChildren }) {
  const [failure, setFailure] = useState<RequestFailed | undefined>(undefined);
  const load = (): Promise<void> =>
    loadSession().then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(failureOf(error)),
    );
  useEffect(() => void load(), []);
  if (session.value !== null) return <>{children}</>;
  if (failure === undefined) return null;
  return (
    <Door title={t().common.console}>
      <Notice kind="bad" alert>
        {failureText(failure)}
      </Notice>
      <div class="form-end">
        <Button kind="main" onPress={load}>
          {t().common.retry}
        </Button>
      </div>
    </Door>
  );
}

/** The pages that links in mails open, for both signed-in and signed-out users. */
const DOOR: Readonly<Record<string, ComponentType>> = {
  '/setup': SetupPage,
  '/sign-up': SignUpPage,
  '/forgot': ForgotPage,
  '/reset': ResetPage,
  '/verify': VerifyPage,
  '/invitation': InvitationPage,
};

function Pages() {
  const { path } = useLocation();
  const DoorPage = DOOR[path];
  return DoorPage === undefined ? <Inside /> : <DoorPage key={path} />;
}

/**
 * All other pages need a session. Without one, the sign-in page appears at the same URL; after sign-in, the
 * requested page does.
 */
function Inside() {
  if (session.value?.needs_setup === true) return <WaitingForSetup />;
  if (account.value === null) return <SignInPage />;
  return (
    <Shell>
      <Router>
        <Route path="/" component={ProjectsPage} />
        <Route path="/sign-in" component={ProjectsPage} />
        <Route path="/account" component={AccountPage} />
        <Route path="/email" component={NewEmailPage} />
        <Route path="/organisations/new" component={NewOrganisationPage} />
        <Route path="/organisations/:organisation/projects/new" component={NewProjectPage} />
        <Route path="/organisations/:organisation/members" component={MembersPage} />
        <Route path="/organisations/:organisation/log" component={OrganisationLogPage} />
        <Route path="/organisations/:organisation/settings" component={OrganisationSettingsPage} />
        <Route path="/projects/:project/keys" component={KeysPage} />
        <Route path="/projects/:project/keys/new" component={NewKeyPage} />
        <Route path="/projects/:project/keys/:apiKey" component={KeyPage} />
        <Route path="/projects/:project/keys/:apiKey/edit" component={EditKeyPage} />
        <Route path="/projects/:project/usage" component={UsagePage} />
        <Route path="/projects/:project/errors" component={ErrorsPage} />
        <Route path="/projects/:project/try" component={TryPage} />
        <Route path="/projects/:project/settings" component={ProjectSettingsPage} />
        <Route path="/operator" component={ServicePage} />
        <Route path="/operator/closures" component={ClosuresPage} />
        <Route path="/operator/zones" component={ZonesPage} />
        <Route path="/operator/places" component={OwnPlacesPage} />
        <Route path="/operator/reports" component={ReportsPage} />
        <Route path="/operator/projects" component={OperatorProjectsPage} />
        <Route path="/operator/busiest" component={BusiestPage} />
        <Route path="/operator/unfound" component={UnfoundPage} />
        <Route path="/operator/people" component={PeoplePage} />
        <Route path="/operator/settings" component={SettingsInForcePage} />
        <Route path="/operator/log" component={OperatorLogPage} />
        <Route default component={NotFound} />
      </Router>
    </Shell>
  );
}
