import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { PasswordField } from '../../components/field/password-field.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { afterSignIn } from '../../session/after-sign-in.ts';
import classes from '../auth-card.module.css';
import { AuthCard } from '../auth-card.tsx';

/** The server takes no shorter password. */
const MIN_PASSWORD = 8;

/** Sets a new password with the link of a mail, and signs in. */
export function ChoosePasswordScreen() {
  const t = useT();
  const path = usePath();
  const { userUuid = '', token = '' } = useParams();
  const errorText = useErrorText();
  const { client, session } = useApi();
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(t('reset.choose.title'));

  const fields = useFields({ password: '', again: '' }, ({ password, again }) => ({
    ...(password.length < MIN_PASSWORD && { password: t('field.password.short', { count: MIN_PASSWORD }) }),
    ...(again !== password && { again: t('field.password.differ') }),
  }));
  const { isBusy, submit } = useSubmit(
    async () => {
      setProblem(null);
      const answer = await client.call('resetPassword', {
        params: { userUuid },
        body: { token, password: fields.values.password },
      });
      afterSignIn(session, answer, { kind: 'login', remember: false });
    },
    (error) => {
      const [violation] = error instanceof ApiError ? error.violations : [];
      if (violation?.propertyPath === 'password') {
        fields.setError('password', violation.message);
      } else {
        setProblem(errorText(error));
      }
    },
  );

  return (
    <AuthLayout>
      <AuthCard
        title={t('reset.choose.title')}
        intro={t('reset.choose.intro')}
        foot={<Link to={path('reset-password/request')}>{t('reset.choose.newLink')}</Link>}
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
          <PasswordField
            {...fields.input('password')}
            label={t('reset.choose.password')}
            autoComplete="new-password"
            maxLength={200}
            size="large"
          />
          <PasswordField
            {...fields.input('again')}
            label={t('reset.choose.again')}
            autoComplete="new-password"
            maxLength={200}
            size="large"
          />
          <Button type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
            {t('reset.choose.submit')}
          </Button>
        </Form>
      </AuthCard>
    </AuthLayout>
  );
}
