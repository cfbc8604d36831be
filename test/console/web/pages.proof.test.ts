import { describePages } from './pages-suite.js';

describePages(() => true);
