import { isEmail } from '@diorama/shared/domain/email.ts';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePasswordCheck } from '../../hooks/use-password-check.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useViolationText } from '../../hooks/use-violation-text.ts';
import { AuthPicture } from '../../layouts/auth-picture.tsx';
import { afterSignIn } from '../../session/after-sign-in.ts';
import classes from '../auth-card.module.css';
import { AuthForm } from '../auth-form.tsx';
import { GoogleButton } from '../google-button/google-button.tsx';
import { useGoogle } from '../google-button/use-google.ts';
import { useSignUpContext } from './use-sign-up-context.ts';

/** Creates an account with its workspace, and signs in. */
export function SignUpScreen() {
  const say = useT();
  const { t } = useTranslations('sign-in');
  const path = usePath();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const carried = useSignUpContext();
  const google = useGoogle('signup');
  const violationText = useViolationText();
  const errorText = useErrorText();
  const checkPassword = usePasswordCheck();
  const { client, session } = useApi();
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(t('signup.title'));

  const fields = useForm(
    { username: '', email: query.get('email') ?? '', password: '' },
    ({ username, email, password }) => ({
      ...(username.trim() === '' && { username: say('field.required') }),
      ...(!isEmail(email) && { email: email === '' ? say('field.required') : say('field.email') }),
      password: checkPassword(password),
    }),
  );
  const handleError = (error: unknown) => {
    const violations = error instanceof ApiError ? error.violations : [];
    const marked = violations.filter(({ propertyPath }) => propertyPath in fields.values);
    for (const violation of marked) {
      fields.setError(violation.propertyPath as keyof typeof fields.values, violationText(violation));
    }
    if (error instanceof ApiError && error.code === 'user.email.taken') {
      fields.setError('email', say('error.user.email.taken'));
    } else if (marked.length === 0) {
      setProblem(errorText(error));
    }
  };
  const { isBusy, submit } = useSubmit(async () => {
    setProblem(null);
    const { username, email, password } = fields.values;
    const signUpContext = carried();
    const answer = await client.call('signup', {
      body: { username: username.trim(), email: email.trim(), password, ...signUpContext },
    });
    afterSignIn(session, answer, { kind: 'signup', signUpContext });
  }, handleError);

  return (
    <AuthForm
      picture={<AuthPicture />}
      title={t('signup.title')}
      intro={t('signup.intro')}
      problem={problem ?? google.problem}
      submitLabel={t('signup.submit')}
      isBusy={isBusy}
      validate={fields.validate}
      onSubmit={submit}
      below={<Consent />}
      after={<GoogleButton hasDivider text="signup_with" onCredential={google.handleCredential} />}
      foot={
        <>
          {t('signup.hasAccount')} <Link to={path(`login${search}`)}>{t('signup.logIn')}</Link>
        </>
      }
    >
      <TextField
        {...fields.input('username')}
        label={t('signup.username')}
        autoComplete="name"
        maxLength={80}
        size="large"
      />
      <TextField
        {...fields.input('email')}
        label={t('signup.email')}
        type="email"
        autoComplete="email"
        size="large"
      />
      <PasswordField
        {...fields.input('password')}
        label={t('signup.password')}
        hint={t('signup.password.hint')}
        autoComplete="new-password"
        maxLength={200}
        size="large"
      />
    </AuthForm>
  );
}

/** Text of the consent with links in its placeholders. */
function Consent() {
  const { t } = useTranslations('sign-in');
  const message = t('signup.consent', { terms: '{terms}', privacy: '{privacy}', cookies: '{cookies}' });
  return (
    <p className={classes.consent}>
      <RichText
        message={message}
        parts={{
          terms: <ExternalLink page="terms">{t('signup.consent.terms')}</ExternalLink>,
          privacy: <ExternalLink page="privacy">{t('signup.consent.privacy')}</ExternalLink>,
          cookies: <ExternalLink page="cookies">{t('signup.consent.cookies')}</ExternalLink>,
        }}
      />
    </p>
  );
}
