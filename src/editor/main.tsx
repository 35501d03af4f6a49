import { createRoot } from 'react-dom/client';
import { Editor } from './Editor.tsx';
import './editor.css';

// The preview shows the page without its splash.
sessionStorage.setItem('splash', 'seen');

createRoot(document.getElementById('editor')!).render(<Editor />);
