import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useEmailCheck } from '../../hooks/use-email-check.ts';
import { useForm } from '../../hooks/use-form.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { AuthCard } from '../auth-card.tsx';
import { AuthForm } from '../auth-form.tsx';

/** Requests a link to set a new password. The answer does not reveal whether the address exists. */
export function RequestResetScreen() {
  const { t } = useTranslations('sign-in');
  const path = usePath();
  const checkEmail = useEmailCheck();
  const { client } = useApi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  useTitle(t('reset.title'));

  const fields = useForm({ email: '' }, ({ email }) => ({ email: checkEmail(email) }));
  const { isBusy, problem, submit } = useSubmitProblem(async () => {
    const email = fields.values.email.trim();
    await client.call('requestPasswordReset', { body: { email } });
    setSentTo(email);
  });

  if (sentTo !== null) {
    return (
      <AuthLayout>
        <AuthCard title={t('reset.sent.title')} intro={t('reset.sent.text', { email: sentTo })}>
          <ButtonLink
            to={path('login')}
            size="large"
            isWide
            icon={<MailCheck size={16} aria-hidden="true" />}
          >
            {t('reset.back')}
          </ButtonLink>
        </AuthCard>
      </AuthLayout>
    );
  }
  return (
    <AuthForm
      title={t('reset.title')}
      intro={t('reset.intro')}
      problem={problem}
      submitLabel={t('reset.submit')}
      isBusy={isBusy}
      validate={fields.validate}
      onSubmit={submit}
      foot={<Link to={path('login')}>{t('reset.back')}</Link>}
    >
      <TextField
        {...fields.input('email')}
        label={t('login.email')}
        type="email"
        autoComplete="username"
        size="large"
      />
    </AuthForm>
  );
}
