import type { User } from '@diorama/shared/contract/auth.ts';
import { THEMES, type Theme } from '@diorama/shared/domain/theme.ts';
import { formatLanguage } from '@diorama/shared/i18n/format.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import primitives from '../../components/primitives.module.css';
import { SelectField } from '../../components/select/select-field.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { rememberLanguage, splitLanguage } from '../../guards/language-of-path.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { PICTURE, usePictureSaving } from '../../hooks/use-picture-saving.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTheme } from '../../hooks/use-theme.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { GoogleButton } from '../google-button/google-button.tsx';
import { ACCOUNT_DELETED } from '../login/account-deleted-note.tsx';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import classes from './profile.module.css';
import { type Proof, ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useExport } from './use-export.ts';
import { useUpdateUser } from './use-update-user.ts';

/** Value for the browser's time zone, as a select cannot hold an empty one. */
const OF_BROWSER = 'browser';

/** Profile page: identity, sign-in methods, sessions and deletion. */
export function ProfileScreen() {
  const { t } = useTranslations('account');
  const user = useUser();
  const [query] = useSearchParams();
  const hasGoogle = useConfig()?.googleClientId != null;
  useTitle(t('profile.title'));
  if (user === null) {
    return null;
  }
  return (
    <div className={classes.page}>
      <h1 className="mb-6 text-20 tracking-[-0.01em]">{t('profile.title')}</h1>
      {query.get('export') === 'expired' && <Alert kind="warning">{t('profile.data.expired')}</Alert>}
      <IdentitySection user={user} />
      <LanguageSection user={user} />
      <AppearanceSection />
      <EmailSection user={user} />
      <PasswordSection user={user} />
      {(hasGoogle || user.hasGoogle) && <GoogleSection user={user} />}
      <SessionsSection />
      <DataSection user={user} />
      <DeleteSection user={user} />
    </div>
  );
}

/** Export of all personal data. */
function DataSection({ user }: { user: User }) {
  const { t } = useTranslations('account');
  const { isBusy, submit } = useExport(user);
  return (
    <SettingsSection title={t('profile.data')} text={t('profile.data.text')}>
      <SectionActions>
        <NetworkButton icon={<Download size={16} aria-hidden="true" />} isLoading={isBusy} onClick={submit}>
          {t('profile.data.submit')}
        </NetworkButton>
      </SectionActions>
    </SettingsSection>
  );
}

/** Deletion of the account. */
function DeleteSection({ user }: { user: User }) {
  const { t } = useTranslations('account');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SettingsSection isDangerous title={t('profile.delete')} text={t('profile.delete.text')}>
      <SectionActions>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t('profile.delete.submit')}
        </Button>
      </SectionActions>
      {isAsking && <DeleteDialog user={user} onClose={() => setIsAsking(false)} />}
    </SettingsSection>
  );
}

/** Theme of the pages in this browser; each choice takes effect at once. */
function AppearanceSection() {
  const { t } = useTranslations('account');
  const { theme, choose } = useTheme();
  return (
    <SettingsSection title={t('profile.appearance')}>
      <SelectField<Theme>
        label={t('profile.theme')}
        hint={t('profile.theme.hint')}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`profile.theme.${value}`) }))}
        onChange={choose}
      />
    </SettingsSection>
  );
}

/** Lists the consequences and asks for authentication before the account is deleted. */
function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslations('account');
  const { client, session } = useApi();
  const path = usePath();
  const navigate = useNavigate();
  const archive = useExport(user);
  const handleProve = async (proof: Proof) => {
    await client.call('deleteUser', { params: { id: user.uuid }, body: proof });
    const ending = session.signOut({ discardsUnsent: true });
    // At once, and without the guard's redirect, as the next user must not return to this page.
    navigate(path('login'), { replace: true, state: ACCOUNT_DELETED });
    await ending;
  };
  const owned = user.accounts.filter(({ role }) => role === 'owner').length;
  return (
    <ReauthenticateDialog
      user={user}
      title={t('profile.delete.title')}
      text={t('profile.delete.warning', { workspaces: t('profile.delete.workspaces', { count: owned }) })}
      submit={t('profile.delete.confirm')}
      isDangerous
      aside={
        <NetworkButton isLoading={archive.isBusy} onClick={archive.submit}>
          {t('profile.delete.export')}
        </NetworkButton>
      }
      onProve={handleProve}
      onClose={onClose}
    />
  );
}

/** Language of pages and mails, and time zone. Both take effect at once. */
function LanguageSection({ user }: { user: User }) {
  const { t: words, language } = useTranslations('account');
  const toast = useToast();
  const showError = useErrorToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const update = useUpdateUser(user);
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [
    ...new Set([...Intl.supportedValuesOf('timeZone'), ...(user.timezone ? [user.timezone] : [])]),
  ];

  const changeLanguage = async (next: Language) => {
    await update({ locale: next });
    rememberLanguage(next);
    navigate(`/${next}/${splitLanguage(pathname).rest}${search}`, { replace: true });
  };
  const changeZone = async (next: string) => {
    await update({ timezone: next === OF_BROWSER ? null : next });
    toast({ kind: 'success', text: words('profile.saved') });
  };
  return (
    <SettingsSection title={words('profile.language')}>
      <SelectField<Language>
        label={words('profile.locale')}
        hint={words('profile.locale.hint')}
        value={language}
        needsServer
        options={LANGUAGES.map((value) => ({ value, label: formatLanguage(value) }))}
        onChange={(next) => {
          changeLanguage(next).catch(showError);
        }}
      />
      <SelectField
        label={words('profile.timezone')}
        value={user.timezone ?? OF_BROWSER}
        needsServer
        options={[
          { value: OF_BROWSER, label: words('profile.timezone.auto', { zone: browserZone }) },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
        onChange={(next) => {
          changeZone(next).catch(showError);
        }}
      />
    </SettingsSection>
  );
}

/** Name and picture. */
function IdentitySection({ user }: { user: User }) {
  const t = useT();
  const { t: words } = useTranslations('account');
  const { workspaces } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const update = useUpdateUser(user);
  const avatar = useAvatar(user, workspaces.get(user.uuid));
  const fields = useForm({ name: user.name, lastName: user.lastName ?? '' }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
  }));
  const { name, lastName } = fields.values;
  const { isBusy, submit } = useSubmit(async () => {
    await update({ name: name.trim(), lastName: lastName.trim() === '' ? null : lastName.trim() });
    toast({ kind: 'success', text: words('profile.saved') });
  }, showError);
  const isChanged = name !== user.name || lastName !== (user.lastName ?? '');
  return (
    <SettingsSection title={words('profile.you')} text={words('profile.you.text')}>
      <PictureField
        label={words('profile.avatar')}
        hint={words('profile.avatar.hint')}
        shape="avatar"
        picture={<Avatar person={user} size={64} />}
        hasPicture={user.avatarUrl !== null}
        isBusy={avatar.isBusy}
        onChoose={avatar.choose}
        onRemove={avatar.remove}
      />
      <Form className="flex flex-col gap-4" onSubmit={() => fields.validate() && submit()}>
        <div className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
          <TextField
            {...fields.input('name')}
            label={words('profile.name')}
            maxLength={80}
            autoComplete="given-name"
          />
          <TextField
            {...fields.input('lastName')}
            label={words('profile.lastName')}
            maxLength={80}
            autoComplete="family-name"
          />
        </div>
        <SectionActions>
          <NetworkButton type="submit" variant="primary" isLoading={isBusy} disabled={!isChanged}>
            {words('profile.save')}
          </NetworkButton>
        </SectionActions>
      </Form>
    </SettingsSection>
  );
}

/** Sets or removes the user's picture. It is stored in one of their workspaces, the current one if permitted. */
function useAvatar(user: User, chosen: string | null) {
  const { upload } = useApi();
  const update = useUpdateUser(user);
  const home =
    user.accounts.find(({ uuid, role }) => uuid === chosen && role === 'owner') ??
    user.accounts.find(({ role }) => role === 'owner');

  return usePictureSaving(async (picture) => {
    const fields = { type: PICTURE, uploadType: 'avatar', ...(home && { account: home.uuid }) } as const;
    await update({ avatar: picture === null ? null : (await upload(picture, fields))['@id'] });
  });
}

/** Connects Google, with authentication, and disconnects it, unless it is the only sign-in method. */
function GoogleSection({ user }: { user: User }) {
  const t = useT();
  const { t: words } = useTranslations('account');
  const toast = useToast();
  const showError = useErrorToast();
  const update = useUpdateUser(user);
  const disconnect = useSubmit(async () => {
    await update({ google: null });
    toast({ kind: 'success', text: words('profile.google.disconnected') });
  }, showError);
  /** Google's ID token, until the user has authenticated. */
  const [idToken, setIdToken] = useState<string | null>(null);
  const handleProve = async (proof: Proof) => {
    if (idToken === null) {
      return;
    }
    await update({ google: { idToken }, proof });
    setIdToken(null);
    toast({ kind: 'success', text: words('profile.google.done') });
  };
  const handleCredential = (given: string | null) => {
    setIdToken(given);
    if (given === null) {
      toast({ kind: 'error', text: t('error.auth.google.rejected') });
    }
  };
  return (
    <SettingsSection
      title={words('profile.google')}
      text={user.hasGoogle ? words('profile.google.connected') : words('profile.google.connect')}
    >
      {user.hasGoogle ? (
        <>
          {!user.hasPassword && <p className={primitives.mutedProse}>{words('profile.google.only')}</p>}
          <SectionActions>
            <NetworkButton
              isLoading={disconnect.isBusy}
              disabled={!user.hasPassword}
              onClick={disconnect.submit}
            >
              {words('profile.google.disconnect')}
            </NetworkButton>
          </SectionActions>
        </>
      ) : (
        <GoogleButton text="continue_with" onCredential={handleCredential} />
      )}
      {idToken !== null && (
        <ReauthenticateDialog
          user={user}
          title={words('profile.google.proof')}
          text={words('profile.google.proof.text')}
          submit={words('profile.google.proof.submit')}
          onProve={handleProve}
          onClose={() => setIdToken(null)}
        />
      )}
    </SettingsSection>
  );
}
