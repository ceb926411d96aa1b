import type { ReactNode } from 'react';
import { Button } from '../components/button/button.tsx';
import { Alert } from '../components/feedback/alert.tsx';
import { Form } from '../components/field/form.tsx';
import { AuthLayout } from '../layouts/auth-layout.tsx';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';

/** A form before signing in: its words, what went wrong, its fields and its one button. */
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
  /** Said above the form as long as nothing went wrong. */
  notice?: ReactNode;
  problem: string | null;
  submitLabel: string;
  isBusy: boolean;
  /** Marks what is wrong; the form is sent when it answers true. */
  validate: () => boolean;
  onSubmit: () => void;
  /** Stands below the button, inside of the form. */
  below?: ReactNode;
  /** Stands after the form. */
  after?: ReactNode;
  /** Stands beside it all where the screen is wide. */
  picture?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <AuthLayout picture={picture}>
      <AuthCard title={title} intro={intro} foot={foot}>
        {problem === null ? notice : <Alert kind="error">{problem}</Alert>}
        <Form
          className={classes.form}
          onSubmit={() => {
            if (validate()) {
              onSubmit();
            }
          }}
        >
          {children}
          <Button type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
            {submitLabel}
          </Button>
          {below}
        </Form>
        {after}
      </AuthCard>
    </AuthLayout>
  );
}
