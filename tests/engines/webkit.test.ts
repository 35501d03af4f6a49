import { testJourneys } from './journeys.ts';
import { openWebkit } from './webkit.ts';

testJourneys('WebKit', openWebkit);
