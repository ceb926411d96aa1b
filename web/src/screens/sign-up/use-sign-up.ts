import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { useEmailCheck } from '../../hooks/use-email-check.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePasswordCheck } from '../../hooks/use-password-check.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useViolationText } from '../../hooks/use-violation-text.ts';
import { afterSignIn } from '../../session/after-sign-in.ts';
import { useSignUpContext } from './use-sign-up-context.ts';

const FIELDS = ['username', 'email', 'password'] as const;

/** Form of a new account; its submission signs in. */
export function useSignUp() {
  const t = useT();
  const [query] = useSearchParams();
  const carried = useSignUpContext();
  const violationText = useViolationText();
  const errorText = useErrorText();
  const checkEmail = useEmailCheck();
  const checkPassword = usePasswordCheck();
  const { client, session } = useApi();
  const fields = useForm(
    { username: '', email: query.get('email') ?? '', password: '' },
    ({ username, email, password }) => ({
      ...(username.trim() === '' && { username: t('field.required') }),
      email: checkEmail(email),
      password: checkPassword(password),
    }),
  );
  /** Marks the fields that the server refused. @returns whether there are any */
  const markFields = (error: ApiError): boolean => {
    if (error.code === 'user.email.taken') {
      fields.setError('email', t('error.user.email.taken'));
      return true;
    }
    const refused = FIELDS.flatMap((name) => {
      const violation = error.violation(name);
      return violation ? [{ name, violation }] : [];
    });
    for (const { name, violation } of refused) {
      fields.setError(name, violationText(violation));
    }
    return refused.length > 0;
  };
  const submission = useSubmitProblem(
    async () => {
      const { username, email, password } = fields.values;
      const signUpContext = carried();
      const answer = await client.call('signup', {
        body: { username: username.trim(), email: email.trim(), password, ...signUpContext },
      });
      afterSignIn(session, answer, { kind: 'signup', signUpContext });
    },
    (error) => (error instanceof ApiError && markFields(error) ? null : errorText(error)),
  );
  return { ...submission, fields };
}
