import { createRoot } from 'react-dom/client';
import { Desk } from './Desk.tsx';
import './desk.css';

// The splash would stand before the page at each first look.
sessionStorage.setItem('splash', 'seen');

createRoot(document.getElementById('desk')!).render(<Desk />);
