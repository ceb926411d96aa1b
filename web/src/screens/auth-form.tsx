import type { ReactNode } from 'react';
import { NetworkButton } from '../components/button/network-button.tsx';
import { Alert } from '../components/feedback/alert.tsx';
import { Form } from '../components/field/form.tsx';
import { AuthLayout } from '../layouts/auth-layout.tsx';
import { AuthCard } from './auth-card.tsx';

/** A form of the pages before login: texts, error, fields and one button. */
export function AuthForm({
  title,
  intro,
  notice,
  problem,
  submitLabel,
  isBusy,
  validate,
  onSubmit,
  below,
  foot,
  after,
  picture,
  children,
}: {
  title: string;
  intro: ReactNode;
  /** Notice above the form while there is no error. */
  notice?: ReactNode;
  problem: string | null;
  submitLabel: string;
  isBusy: boolean;
  /** Validates the fields; the form is sent if it returns true. */
  validate: () => boolean;
  onSubmit: () => void;
  /** Content below the button, inside the form. */
  below?: ReactNode;
  /** Content after the form. */
  after?: ReactNode;
  /** Content beside the form on wide screens. */
  picture?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <AuthLayout picture={picture}>
      <AuthCard title={title} intro={intro} foot={foot}>
        {problem === null ? notice : <Alert kind="error">{problem}</Alert>}
        <Form
          className="flex flex-col gap-4"
          onSubmit={() => {
            if (validate()) {
              onSubmit();
            }
          }}
        >
          {children}
          <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
            {submitLabel}
          </NetworkButton>
          {below}
        </Form>
        {after}
      </AuthCard>
    </AuthLayout>
  );
}
