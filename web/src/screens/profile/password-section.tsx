import type { User } from '@diorama/shared/contract/auth.ts';
import { useSWRConfig } from 'swr';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePasswordCheck } from '../../hooks/use-password-check.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useViolationText } from '../../hooks/use-violation-text.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { useUpdateUser } from './use-update-user.ts';

/** Changes the password, or sends a link to set the first one. */
export function PasswordSection({ user }: { user: User }) {
  const { t: words } = useTranslations('account');
  return (
    <SettingsSection
      title={words('profile.password')}
      text={user.hasPassword ? words('profile.password.text') : words('profile.password.none')}
    >
      {user.hasPassword ? <ChangePassword user={user} /> : <SetPassword user={user} />}
    </SettingsSection>
  );
}

function ChangePassword({ user }: { user: User }) {
  const t = useT();
  const { t: words } = useTranslations('account');
  const toast = useToast();
  const showError = useErrorToast();
  const violationText = useViolationText();
  const { mutate } = useSWRConfig();
  const update = useUpdateUser(user);
  const checkPassword = usePasswordCheck();
  const fields = useForm({ current: '', next: '', again: '' }, ({ current, next, again }) => ({
    ...(current === '' && { current: t('field.required') }),
    next: checkPassword(next),
    ...(again !== next && { again: t('field.password.differ') }),
  }));
  const handleError = (error: unknown) => {
    const violations = error instanceof ApiError ? error.violations : [];
    for (const violation of violations) {
      fields.setError(
        violation.propertyPath === 'password.current' ? 'current' : 'next',
        violationText(violation),
      );
    }
    if (violations.length === 0) {
      showError(error);
    }
  };
  const { isBusy, submit } = useSubmit(async () => {
    const { current, next } = fields.values;
    await update({ password: { current, next } });
    fields.reset();
    toast({ kind: 'success', text: words('profile.password.changed') });
    // The change ends all other sessions.
    await mutate(urlOf('listSessions'));
  }, handleError);
  return (
    <Form className="flex flex-col gap-4" onSubmit={() => fields.validate() && submit()}>
      {/* Username for the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        {...fields.input('current')}
        label={words('profile.password.current')}
        autoComplete="current-password"
      />
      <div className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        <PasswordField
          {...fields.input('next')}
          label={words('profile.password.next')}
          autoComplete="new-password"
          maxLength={200}
        />
        <PasswordField
          {...fields.input('again')}
          label={t('reset.choose.again')}
          autoComplete="new-password"
          maxLength={200}
        />
      </div>
      <SectionActions>
        <NetworkButton type="submit" isLoading={isBusy}>
          {words('profile.password.submit')}
        </NetworkButton>
      </SectionActions>
    </Form>
  );
}

function SetPassword({ user }: { user: User }) {
  const { t: words } = useTranslations('account');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('requestPasswordReset', { body: { email: user.email } });
    toast({ kind: 'success', text: words('profile.password.set.sent') });
  }, showError);
  return (
    <SectionActions>
      <NetworkButton isLoading={isBusy} onClick={submit}>
        {words('profile.password.set')}
      </NetworkButton>
    </SectionActions>
  );
}
