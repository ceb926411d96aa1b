import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { useEmailCheck } from '../../hooks/use-email-check.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { afterSignIn } from '../../session/after-sign-in.ts';
import { useGoogle } from '../google-button/use-google.ts';

export type Credentials = { email: string; password: string };

/** Ways to sign in: the form, Google and the demo account, of which all show their error above the form. */
export function useLogin() {
  const t = useT();
  const [query] = useSearchParams();
  const errorText = useErrorText();
  const checkEmail = useEmailCheck();
  const { client, session } = useApi();
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const google = useGoogle('login', remember);
  const fields = useForm({ email: query.get('email') ?? '', password: '' }, ({ email, password }) => ({
    email: checkEmail(email),
    ...(password === '' && { password: t('field.required') }),
  }));
  const showError = (error: unknown) => setProblem(errorText(error));
  const signIn = async (credentials: Credentials) => {
    setProblem(null);
    const answer = await client.call('login', { body: { ...credentials, remember } });
    afterSignIn(session, answer, { kind: 'login', remember });
  };
  const { isBusy, submit } = useSubmit(
    () => signIn({ email: fields.values.email.trim(), password: fields.values.password }),
    showError,
  );
  return {
    ...{ fields, remember, setRemember, isBusy, submit, signIn, showError },
    handleGoogle: google.handleCredential,
    problem: problem ?? google.problem,
  };
}
