import type { User } from '@diorama/shared/contract/auth.ts';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useEmailCheck } from '../../hooks/use-email-check.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { type Proof, ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { useUpdateUser } from './use-update-user.ts';

/**
 * Email address: the current one, the one that waits for confirmation, and a form to change it, with authentication.
 */
export function EmailSection({ user }: { user: User }) {
  const { t: words } = useTranslations('account');
  const toast = useToast();
  const showError = useErrorToast();
  const update = useUpdateUser(user);
  const checkEmail = useEmailCheck();
  const fields = useForm({ email: '' }, ({ email }) => ({ email: checkEmail(email) }));
  /** Requested address, until the user has authenticated. */
  const [newEmail, setNewEmail] = useState<string | null>(null);
  const ask = async (email: string, proof?: Proof) => {
    await update({ email, ...(proof && { proof }) });
    toast({ kind: 'success', text: words('profile.email.sent', { email }) });
  };
  const handleProve = async (proof: Proof) => {
    await ask(newEmail ?? '', proof);
    setNewEmail(null);
    fields.reset();
  };
  const again = useSubmit(
    () => ask(user.pendingEmail ?? ''),
    (error) => {
      // The authentication has expired after an hour, so the request starts again.
      const isOver = error instanceof ApiError && error.violation('proof.password') !== undefined;
      return isOver ? setNewEmail(user.pendingEmail) : showError(error);
    },
  );
  const confirm = useSubmit(() => ask(user.email), showError);
  const withdraw = useSubmit(async () => {
    await update({ email: user.email });
  }, showError);
  return (
    <SettingsSection
      title={words('profile.email')}
      text={words('profile.email.current', { email: user.email })}
    >
      {!user.isEmailConfirmed && (
        <Alert kind="warning">
          <p>{words('profile.email.unconfirmed')}</p>
          <SectionActions>
            <NetworkButton size="small" isLoading={confirm.isBusy} onClick={confirm.submit}>
              {words('profile.email.resend')}
            </NetworkButton>
          </SectionActions>
        </Alert>
      )}
      {user.pendingEmail !== null && (
        <Alert kind="info">
          <p>{words('profile.email.pending', { email: user.pendingEmail })}</p>
          <SectionActions>
            <NetworkButton size="small" isLoading={again.isBusy} onClick={again.submit}>
              {words('profile.email.resend')}
            </NetworkButton>
            <NetworkButton size="small" variant="ghost" isLoading={withdraw.isBusy} onClick={withdraw.submit}>
              {words('profile.email.withdraw')}
            </NetworkButton>
          </SectionActions>
        </Alert>
      )}
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => fields.validate() && setNewEmail(fields.values.email.trim())}
      >
        <TextField
          {...fields.input('email')}
          label={words('profile.email.new')}
          type="email"
          autoComplete="email"
        />
        <SectionActions>
          <NetworkButton type="submit">{words('profile.email.submit')}</NetworkButton>
        </SectionActions>
      </Form>
      {newEmail !== null && (
        <ReauthenticateDialog
          user={user}
          title={words('profile.email.proof')}
          text={words('profile.email.proof.text', { email: newEmail })}
          submit={words('profile.email.submit')}
          onProve={handleProve}
          onClose={() => setNewEmail(null)}
        />
      )}
    </SettingsSection>
  );
}
