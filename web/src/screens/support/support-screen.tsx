import { isEmail } from '@diorama/shared/domain/email.ts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextArea } from '../../components/field/text-area.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { SUPPORT_CONTEXT } from '../../components/support-address.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import classes from '../auth-card.module.css';
import { AuthCard } from '../auth-card.tsx';

const MAX_MESSAGE = 5_000;

/** Contact form to the operators of the installation; context from the address is sent too. */
export function SupportScreen() {
  const say = useT();
  const { t } = useTranslations('support');
  const path = usePath();
  const { client } = useApi();
  const user = useUser();
  const errorText = useErrorText();
  const [query] = useSearchParams();
  const [isSent, setIsSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState(query.get('message')?.slice(0, MAX_MESSAGE) ?? '');
  const [email, setEmail] = useState('');
  const [errors, setErrors] = useState<{ message?: string; email?: string }>({});
  useTitle(t('support.title'));

  const context = SUPPORT_CONTEXT.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  const check = () => {
    const found = {
      ...(message.trim() === '' && { message: say('field.required') }),
      ...(email !== '' && !isEmail(email) && { email: say('field.email') }),
    };
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  const { isBusy, submit } = useSubmit(
    async () => {
      setProblem(null);
      const body = { message, ...(email !== '' && { email }), ...Object.fromEntries(context) };
      await client.call('askSupport', { body });
      setIsSent(true);
    },
    (error) => setProblem(errorText(error)),
  );

  if (isSent) {
    return (
      <AuthLayout>
        <EmptyState
          heading="h1"
          picture={<MailCheck size={40} strokeWidth={1.25} aria-hidden="true" />}
          title={t('support.sent.title')}
          text={t('support.sent.text')}
          action={<ButtonLink to={path('home')}>{say('notFound.home')}</ButtonLink>}
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <AuthCard title={t('support.title')} intro={t('support.intro')}>
        {problem !== null && <Alert kind="error">{problem}</Alert>}
        <Form className="flex flex-col gap-4" onSubmit={() => check() && submit()}>
          <TextArea
            label={t('support.message')}
            value={message}
            error={errors.message}
            maxLength={MAX_MESSAGE}
            rows={7}
            onChange={(event) => setMessage(event.target.value)}
          />
          {user === null && (
            <TextField
              label={t('support.email')}
              hint={t('support.email.hint')}
              type="email"
              autoComplete="email"
              size="large"
              value={email}
              error={errors.email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
          {context.length > 0 && (
            <p className={classes.consent}>
              {t('support.context', { facts: context.map(([, value]) => value).join(' · ') })}
            </p>
          )}
          <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
            {t('support.submit')}
          </NetworkButton>
        </Form>
      </AuthCard>
    </AuthLayout>
  );
}
