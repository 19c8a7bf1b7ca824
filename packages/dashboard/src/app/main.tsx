import { render } from 'preact';
import { takeTokenFromAddress } from '../api/token.js';
import { applyTheme } from '../design/theme.js';
import '../design/styles.css';
import { App } from './app.jsx';

takeTokenFromAddress();
applyTheme();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
