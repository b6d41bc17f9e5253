import { mount } from 'svelte'
import App from './App.svelte'
import '../site/style.css'

mount(App, { target: document.getElementById('page') as HTMLElement })
