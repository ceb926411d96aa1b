import { ORDER_FILTERS, type OrderFilter } from '@diorama/shared/contract/operators.ts';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SearchField } from '../../../components/field/search-field.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useDebounced } from '../../../hooks/use-debounced.ts';
import { useOperatorTranslations } from '../../../hooks/use-operator-translations.ts';
import { DiscountsSection } from './discounts-section.tsx';
import { OrderList } from './order-list.tsx';
import classes from './payments.module.css';
import { Revenue } from './revenue.tsx';

const SEARCH_WAIT_MS = 200;
const FILTERS = ['all', ...ORDER_FILTERS] as const;

/** Revenue by month, and all orders with their actions. `?state=` filters the orders. */
export function PaymentsTab() {
  const { t } = useOperatorTranslations();
  const id = useId();
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const state = FILTERS.find((known) => known === query.get('state')) ?? 'all';
  const setState = (next: 'all' | OrderFilter) =>
    setQuery({ tab: 'payments', ...(next !== 'all' && { state: next }) }, { replace: true });
  return (
    <div className={classes.tab}>
      <Revenue />
      <DiscountsSection />
      <section className={classes.section} aria-labelledby={id}>
        <h2 id={id} className={classes.heading}>
          {t('orders.title')}
        </h2>
        <div className={classes.bar}>
          <div className={classes.search}>
            <SearchField label={t('orders.search')} value={text} onChange={setText} />
          </div>
          <div className={classes.filter}>
            <Select
              label={t('orders.filter')}
              value={state}
              options={FILTERS.map((value) => ({ value, label: t(`orders.filter.${value}`) }))}
              onChange={setState}
            />
          </div>
        </div>
        <OrderList search={search} state={state === 'all' ? null : state} />
      </section>
    </div>
  );
}
