import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePasswordCheck } from '../../hooks/use-password-check.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useViolationText } from '../../hooks/use-violation-text.ts';
import { afterSignIn } from '../../session/after-sign-in.ts';
import { storePasswordChange } from '../../session/password-change.ts';
import { AuthForm } from '../auth-form.tsx';

/** Sets a new password by the link of a mail, and signs in. */
export function ChoosePasswordScreen() {
  const say = useT();
  const { t } = useTranslations('sign-in');
  const path = usePath();
  const { userUuid = '', token = '' } = useParams();
  const errorText = useErrorText();
  const violationText = useViolationText();
  const checkPassword = usePasswordCheck();
  const { client, session } = useApi();
  useTitle(t('reset.choose.title'));

  const fields = useForm({ password: '', again: '' }, ({ password, again }) => ({
    password: checkPassword(password),
    ...(again !== password && { again: say('field.password.differ') }),
  }));
  const { isBusy, problem, submit } = useSubmitProblem(
    async () => {
      const answer = await client.call('resetPassword', {
        params: { userUuid },
        body: { token, password: fields.values.password },
      });
      // Before the sign-in, because the guard then redirects at once.
      storePasswordChange(sessionStorage);
      afterSignIn(session, answer, { kind: 'password-reset' });
    },
    (error) => {
      const [violation] = error instanceof ApiError ? error.violations : [];
      if (violation?.propertyPath === 'password') {
        fields.setError('password', violationText(violation));
        return null;
      }
      return errorText(error);
    },
  );

  return (
    <AuthForm
      title={t('reset.choose.title')}
      intro={t('reset.choose.intro')}
      problem={problem}
      submitLabel={t('reset.choose.submit')}
      isBusy={isBusy}
      validate={fields.validate}
      onSubmit={submit}
      foot={<Link to={path('reset-password/request')}>{t('reset.choose.newLink')}</Link>}
    >
      <PasswordField
        {...fields.input('password')}
        label={t('reset.choose.password')}
        autoComplete="new-password"
        maxLength={200}
        size="large"
      />
      <PasswordField
        {...fields.input('again')}
        label={say('reset.choose.again')}
        autoComplete="new-password"
        maxLength={200}
        size="large"
      />
    </AuthForm>
  );
}
