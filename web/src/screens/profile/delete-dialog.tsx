import type { User } from '@diorama/shared/contract/auth.ts';
import { useId, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useViolationText } from '../../hooks/use-violation-text.ts';
import { GoogleButton } from '../google-button/google-button.tsx';
import { useExport } from './use-export.ts';

/** Asks for the password, or for Google once more, before everything goes. */
export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT();
  const { t: words } = useAccountWords();
  const formId = useId();
  const { client, session } = useApi();
  const errorText = useErrorText();
  const violationText = useViolationText();
  const archive = useExport(user);
  const [problem, setProblem] = useState<string | null>(null);
  const fields = useFields({ password: '' }, ({ password }) => ({
    ...(password === '' && { password: t('field.required') }),
  }));
  const leave = async (proof: { password: string } | { idToken: string }) => {
    setProblem(null);
    await client.call('deleteUser', { params: { id: user.uuid }, body: proof });
    await session.signOut({ givesUpUnsent: true });
  };
  const handleError = (error: unknown) => {
    const violation = error instanceof ApiError ? error.violation('password') : undefined;
    if (violation === undefined) {
      setProblem(errorText(error));
    } else {
      fields.setError('password', violationText(violation));
    }
  };
  const { isBusy, submit } = useSubmit(() => leave({ password: fields.values.password }), handleError);
  const owned = user.accounts.filter(({ role }) => role === 'owner').length;
  return (
    <Modal
      title={words('profile.delete.title')}
      text={words('profile.delete.warning', {
        workspaces: words('profile.delete.workspaces', { count: owned }),
      })}
      onClose={onClose}
      footer={
        <>
          <Button isLoading={archive.isBusy} onClick={archive.submit}>
            {words('profile.delete.export')}
          </Button>
          {user.hasPassword && (
            <Button type="submit" form={formId} variant="danger" isLoading={isBusy}>
              {words('profile.delete.confirm')}
            </Button>
          )}
        </>
      }
    >
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      {user.hasPassword ? (
        <Form id={formId} onSubmit={() => fields.validate() && submit()}>
          <PasswordField
            {...fields.input('password')}
            label={words('profile.delete.password')}
            autoComplete="current-password"
          />
        </Form>
      ) : (
        <>
          <p>{words('profile.delete.google')}</p>
          <GoogleButton
            text="continue_with"
            onCredential={(idToken) => {
              if (idToken !== null) {
                leave({ idToken }).catch(handleError);
              }
            }}
          />
        </>
      )}
    </Modal>
  );
}
