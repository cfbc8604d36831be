import { Field, Form, textOf } from '../../parts/form.js';
import { t } from '../../text/texts.js';

/** Filters a list by a word. */
export function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  return (
    <div class="find search">
      <Form onSubmit={async (data) => onSearch(textOf(data, 'text'))} submit={t().common.search}>
        <Field name="text" type="search" label={t().operator.find} optional autocomplete="off" />
      </Form>
    </div>
  );
}
