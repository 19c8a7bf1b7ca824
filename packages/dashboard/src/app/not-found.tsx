import { Empty, Page } from '../design/page.jsx';
import { hrefOf } from '../navigation/address.js';

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="There is no screen at this address, or you may not see it.">
        <a href={hrefOf('')}>Go to the start</a>
      </Empty>
    </Page>
  );
}
