import { createApp } from 'vue'
import App from './App.vue'
import '../site/style.css'

createApp(App).mount('#page')
