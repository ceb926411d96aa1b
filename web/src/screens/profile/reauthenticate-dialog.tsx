import type { User } from '@diorama/shared/contract/auth.ts';
import { type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useViolationText } from '../../hooks/use-violation-text.ts';
import { GoogleButton } from '../google-button/google-button.tsx';

/** Credential of a reauthentication. */
export type Proof = { password: string } | { idToken: string };

type ReauthenticateDialogProps = {
  user: User;
  title: string;
  text: string;
  /** Label of the submit button; users without a password see Google's button instead. */
  submit: string;
  isDangerous?: boolean;
  /** A button beside it. */
  aside?: ReactNode;
  /** Continues the requested action; its error is shown in the dialog. */
  onProve: (proof: Proof) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password, or for Google again, before actions that a stolen session must not perform. */
export function ReauthenticateDialog(props: ReauthenticateDialogProps) {
  const { user, title, text, submit: label, isDangerous = false, aside, onProve, onClose } = props;
  const t = useT();
  const { t: words } = useTranslations('account');
  const formId = useId();
  const errorText = useErrorText();
  const violationText = useViolationText();
  const [problem, setProblem] = useState<string | null>(null);
  const fields = useForm({ password: '' }, ({ password }) => ({
    ...(password === '' && { password: t('field.required') }),
  }));
  const handleError = (error: unknown) => {
    const violations = error instanceof ApiError ? error.violations : [];
    const wrong = violations.find(({ code }) => code === 'user.password.wrong');
    if (wrong === undefined) {
      setProblem(errorText(error));
    } else {
      fields.setError('password', violationText(wrong));
    }
  };
  const { isBusy, submit } = useSubmit(async (proof: Proof) => {
    setProblem(null);
    await onProve(proof);
  }, handleError);
  const handleSubmit = () => fields.validate() && submit({ password: fields.values.password });
  const button = user.hasPassword && (
    <NetworkButton
      type="submit"
      form={formId}
      variant={isDangerous ? 'danger' : 'primary'}
      isLoading={isBusy}
    >
      {label}
    </NetworkButton>
  );
  return (
    <Modal
      title={title}
      text={text}
      onClose={onClose}
      footer={
        <>
          {aside}
          {button}
        </>
      }
    >
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      {user.hasPassword ? (
        <Form id={formId} onSubmit={handleSubmit}>
          <PasswordField
            {...fields.input('password')}
            label={words('profile.proof.password')}
            autoComplete="current-password"
          />
        </Form>
      ) : (
        <>
          <p>{words('profile.proof.google')}</p>
          <GoogleButton
            text="continue_with"
            onCredential={(idToken) => {
              if (idToken === null) {
                setProblem(t('error.auth.google.rejected'));
              } else {
                submit({ idToken });
              }
            }}
          />
        </>
      )}
    </Modal>
  );
}
