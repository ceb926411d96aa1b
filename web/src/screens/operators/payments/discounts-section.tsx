import { useId, useState } from 'react';
import { useList } from '../../../api/hooks.ts';
import { Button } from '../../../components/button/button.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { useOperatorTranslations } from '../../../hooks/use-operator-translations.ts';
import { DiscountDialog } from './discount-dialog.tsx';
import { DiscountRow } from './discount-row.tsx';
import classes from './payments.module.css';

/** Discount codes of operators, newest first, and a button for another one. */
export function DiscountsSection() {
  const { t } = useOperatorTranslations();
  const id = useId();
  const [isMaking, setIsMaking] = useState(false);
  const list = useList('listDiscounts', { query: {} });
  const { members } = list;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.bar}>
        <h2 id={id} className={classes.heading}>
          {t('codes.title')}
        </h2>
        <Button size="small" onClick={() => setIsMaking(true)}>
          {t('codes.new')}
        </Button>
      </div>
      {members === undefined && list.error === undefined && <Skeleton height="6rem" />}
      {members === undefined && list.error !== undefined && (
        <ErrorState error={list.error} title={t('codes.error')} onRetry={list.reload} />
      )}
      {members?.length === 0 && <p className={classes.note}>{t('codes.none')}</p>}
      {members !== undefined && members.length > 0 && (
        <ul className={classes.list} aria-label={t('codes.title')}>
          {members.map((discount) => (
            <DiscountRow key={discount.uuid} discount={discount} onEnded={list.reload} />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore list={list} />}
      {isMaking && <DiscountDialog onDone={list.reload} onClose={() => setIsMaking(false)} />}
    </section>
  );
}
