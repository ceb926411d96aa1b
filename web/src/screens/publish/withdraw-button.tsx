import { Button } from '../../components/button/button.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import classes from './publish.module.css';

/** Withdraws a publication that is not live yet; it needs no confirmation. */
export function WithdrawButton({ onWithdraw }: { onWithdraw: () => Promise<void> }) {
  const t = useT();
  const tellError = useTellError();
  const { isBusy, submit } = useSubmit(onWithdraw, (error) => {
    tellError(error);
  });
  return (
    <Button variant="ghost" className={classes.takeDown} isLoading={isBusy} onClick={submit}>
      {t('publish.stop')}
    </Button>
  );
}
