import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { readOrigin } from '../../analytics/origin-cookie.ts';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { afterSignIn } from '../../session/after-sign-in.ts';
import classes from '../auth-card.module.css';
import { AuthCard } from '../auth-card.tsx';
import { isEmail } from '../is-email.ts';
import { carriedFields } from './carried-fields.ts';
import { Consent } from './consent.tsx';

/** The server takes no shorter password. */
const MIN_PASSWORD = 8;

/** Makes an account with its workspace, and signs in. */
export function SignUpScreen() {
  const t = useT();
  const path = usePath();
  const language = useLanguage();
  const { search } = useLocation();
  const [query] = useSearchParams();
  const errorText = useErrorText();
  const { client, session } = useApi();
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(t('signup.title'));

  const fields = useFields({ username: '', email: '', password: '' }, ({ username, email, password }) => ({
    ...(username.trim() === '' && { username: t('field.required') }),
    ...(!isEmail(email) && { email: email === '' ? t('field.required') : t('field.email') }),
    ...(password.length < MIN_PASSWORD && { password: t('field.password.short', { count: MIN_PASSWORD }) }),
  }));
  const handleError = (error: unknown) => {
    const violations = error instanceof ApiError ? error.violations : [];
    const marked = violations.filter(({ propertyPath }) => propertyPath in fields.values);
    for (const { propertyPath, message } of marked) {
      fields.setError(propertyPath as keyof typeof fields.values, message);
    }
    if (error instanceof ApiError && error.code === 'user.email.taken') {
      fields.setError('email', t('error.user.email.taken'));
    } else if (marked.length === 0) {
      setProblem(errorText(error));
    }
  };
  const { isBusy, submit } = useSubmit(async () => {
    setProblem(null);
    const { username, email, password } = fields.values;
    const answer = await client.call('signup', {
      body: {
        username: username.trim(),
        email: email.trim(),
        password,
        locale: language,
        browserLocale: navigator.language,
        ...carriedFields(query, localStorage, readOrigin(document.cookie)),
      },
    });
    afterSignIn(session, answer, { kind: 'signup', remember: false });
  }, handleError);

  return (
    <AuthLayout>
      <AuthCard
        title={t('signup.title')}
        intro={t('signup.intro')}
        foot={
          <>
            {t('signup.hasAccount')} <Link to={path(`login${search}`)}>{t('signup.logIn')}</Link>
          </>
        }
      >
        {problem !== null && <Alert kind="error">{problem}</Alert>}
        <Form
          className={classes.form}
          onSubmit={() => {
            if (fields.validate()) {
              submit();
            }
          }}
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
          <Button type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
            {t('signup.submit')}
          </Button>
          <Consent />
        </Form>
      </AuthCard>
    </AuthLayout>
  );
}
