import { isEmail } from '@diorama/shared/domain/email.ts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { TextArea } from '../../components/field/text-area.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { SUPPORT_CONTEXT } from '../../components/support-address.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import classes from '../auth-card.module.css';
import { AuthForm } from '../auth-form.tsx';

const MAX_MESSAGE = 5_000;

/** Contact form to the operators of the installation; context from the address is sent too. */
export function SupportScreen() {
  const { t } = useTranslations('support');
  const [isSent, setIsSent] = useState(false);
  useTitle(t('support.title'));
  return isSent ? <MessageSent /> : <SupportForm onSent={() => setIsSent(true)} />;
}

function SupportForm({ onSent }: { onSent: () => void }) {
  const say = useT();
  const { t } = useTranslations('support');
  const { client } = useApi();
  const user = useUser();
  const [query] = useSearchParams();
  const context = SUPPORT_CONTEXT.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  const initial = { message: query.get('message')?.slice(0, MAX_MESSAGE) ?? '', email: '' };
  const fields = useForm(initial, ({ message, email }) => ({
    ...(message.trim() === '' && { message: say('field.required') }),
    ...(email !== '' && !isEmail(email) && { email: say('field.email') }),
  }));
  const { isBusy, problem, submit } = useSubmitProblem(async () => {
    const { message, email } = fields.values;
    const body = { message, ...(email !== '' && { email }), ...Object.fromEntries(context) };
    await client.call('askSupport', { body });
    onSent();
  });
  return (
    <AuthForm
      title={t('support.title')}
      intro={t('support.intro')}
      problem={problem}
      submitLabel={t('support.submit')}
      isBusy={isBusy}
      validate={fields.validate}
      onSubmit={submit}
    >
      <TextArea {...fields.input('message')} label={t('support.message')} maxLength={MAX_MESSAGE} rows={7} />
      {user === null && (
        <TextField
          {...fields.input('email')}
          label={t('support.email')}
          hint={t('support.email.hint')}
          type="email"
          autoComplete="email"
          size="large"
        />
      )}
      {context.length > 0 && (
        <p className={classes.consent}>
          {t('support.context', { facts: context.map(([, value]) => value).join(' · ') })}
        </p>
      )}
    </AuthForm>
  );
}

function MessageSent() {
  const say = useT();
  const { t } = useTranslations('support');
  const path = usePath();
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
